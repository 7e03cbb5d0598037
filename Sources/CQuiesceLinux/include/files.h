// Opening files without following what an app may have planted.
#pragma once
