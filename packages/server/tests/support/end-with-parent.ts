import { subscribe } from 'node:diagnostics_channel'

/**
 * Loaded into the server processes of tests. It stops them in order when their parent exits, so that an
 * interrupted test run leaves no process behind, and tells the parent when they listen, which need not poll.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
subscribe('tracing:net.server.listen:asyncEnd', () => {
  if (process.connected) process.send?.('listening')
})
// The channel must not keep a stopping server alive.
process.channel?.unref()
