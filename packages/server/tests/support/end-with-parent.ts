/**
 * Loaded into the server processes of tests: ends them in order when the process that started them
 * is gone, so that a test run that is cut off leaves nothing behind.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel alone must not keep a server alive that was asked to end.
process.channel?.unref()
