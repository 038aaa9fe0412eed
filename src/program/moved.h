/* moved.h - what a reallocation tells the analysis of addresses: in the step that begins the new block, in a raw
 * program, stands an assignment of the old block's address to the variable of this name. The old block is freed
 * afterwards, but the new one may be where it is. Resolving memory takes the assignment out. */
#ifndef HD_PROGRAM_MOVED_H
#define HD_PROGRAM_MOVED_H

#define HD_MOVED_BLOCK "(moved block)"

#endif
