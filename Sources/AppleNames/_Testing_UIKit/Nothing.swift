// A file that imports Testing and UIKit gets this module from the compiler, as Swift Testing says
// what is to be added for the two. On iOS that is attachments of images; here it is nothing, and
// without it such a file doesn't compile.
