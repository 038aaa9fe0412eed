/* launch.c - loads the MPI plugin when it is asked for. */
#include "cli/launch.h"

#include <dlfcn.h>
#include <stdio.h>

#include "base/base.h"

/* Beside the build, or where it is installed. */
static void *open_plugin(void)
{
  static const char *const places[] = {HD_BUILD_PLUGIN_DIR "/heddle-mpi.so", HD_INSTALL_PLUGIN_DIR "/heddle-mpi.so"};
  void *plugin = NULL;
  for (size_t i = 0; !plugin && i < HD_COUNT(places); i++) plugin = dlopen(places[i], RTLD_NOW | RTLD_GLOBAL);
  return plugin;
}

static const hd_crew *refuse_crew(char **error, const char *sentence)
{
  *error = strdup(sentence);
  if (!*error) hd_out_of_memory();
  return NULL;
}

const hd_crew *hd_launch_join_mpi(char **error)
{
  void *plugin = open_plugin();
  hd_crew_join_function *join = NULL;
  if (plugin) *(void **)(void *)&join = dlsym(plugin, "hd_crew_join");
  if (!join)
    return refuse_crew(error,
                       "this Heddle was built without MPI: install OpenMPI (Debian: libopenmpi-dev, openmpi-bin) "
                       "and build again");
  const hd_crew *crew = join();
  if (!crew) return refuse_crew(error, "MPI could not be started");
  if (strcmp(crew->version, HD_VERSION) != 0) return refuse_crew(error, "heddle-mpi.so is of another version");
  if (crew->size > 1) return crew;
  crew->leave(true, 0);
  return refuse_crew(error, "--launcher mpi needs a manager and at least one worker: "
                            "mpirun -n 3 heddle bench --launcher mpi ...");
}
