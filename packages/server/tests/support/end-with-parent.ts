/**
 * Loaded into the server processes of tests. It stops them in order when their parent exits, so that an
 * interrupted test run leaves no process behind.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel must not keep a stopping server alive.
process.channel?.unref()
