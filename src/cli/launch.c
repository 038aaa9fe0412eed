/* launch.c - loads the MPI plugin when it is asked for, and opens the office that its ranks are asked through. */
#include "cli/launch.h"

#include <dlfcn.h>
#include <errno.h>
#include <heddle/heddle.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/child.h"
#include "suite/post.h"

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
                            "mpirun -n 3 heddle ... --launcher mpi");
}

/* --- ranks that are asked ---------------------------------------------------------------------------------- */

typedef struct {
  char folder[64];
  char path[80];
  int socket;
} post_address;

/* Makes a socket in a folder that only this user can enter. */
static bool open_address(post_address *a)
{
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(a->folder, sizeof a->folder, "/tmp/heddle-XXXXXX");
  if (!mkdtemp(a->folder)) return false;
  snprintf(a->path, sizeof a->path, "%s/post", a->folder);
  memcpy(address.sun_path, a->path, sizeof a->path);
  a->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  return a->socket >= 0 && bind(a->socket, (struct sockaddr *)&address, sizeof address) == 0 &&
         listen(a->socket, SOMAXCONN) == 0;
}

static void close_address(const post_address *a)
{
  close(a->socket);
  unlink(a->path);
  rmdir(a->folder);
}

static pid_t start_asking(const hd_crew *crew, const post_address *a, int (*command)(const hd_options *),
                          const hd_options *options)
{
  pid_t pid = hd_child_fork(&(hd_budget){.jobs = 1});
  if (pid != 0) return pid;
  char value[128];
  snprintf(value, sizeof value, "%u:%s", (unsigned)crew->size - 1, a->path);
  close(a->socket);
  setenv("HEDDLE_POST", value, 1);
  int status = command(options);
  fflush(NULL);
  _exit(status);
}

static int manage_ranks(const hd_crew *crew, int (*command)(const hd_options *), const hd_options *options)
{
  post_address address;
  int status = HD_EXIT_USAGE;
  bool whole_crew = false;
  bool is_open = open_address(&address);
  pid_t asking = is_open ? start_asking(crew, &address, command, options) : -1;
  if (asking > 0)
    whole_crew = hd_post_manage(crew, address.socket, asking, &status);
  else
    fprintf(stderr, "heddle: cannot start: %s\n", strerror(errno));
  if (is_open) close_address(&address);
  crew->leave(whole_crew, status);
  return status;
}

int hd_launch_asking(int (*command)(const hd_options *options), const hd_options *options)
{
  char *error = NULL;
  const hd_crew *crew = hd_launch_join_mpi(&error);
  if (!crew) {
    fprintf(stderr, "heddle: %s\n", error);
    free(error);
    return HD_EXIT_USAGE;
  }
  if (crew->self == 0) return manage_ranks(crew, command, options);
  crew->leave(hd_post_work(crew, heddle_work), 0);
  return 0;
}
