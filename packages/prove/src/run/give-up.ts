/** The exit code of a run that could not be done. A violation has 1. */
const CANNOT_GO_ON = 2

/**
 * From now on, a process that cannot go on says why on stderr and exits with 2: after an error that nobody caught, and when
 * nothing is left that it could wait for. Answers a function to call once it has what it ran for.
 */
export function giveUpIfStuck(): () => void {
  let isDone = false
  const giveUp = (reason: unknown) => {
    console.error('The run cannot go on.', reason)
    process.exit(CANNOT_GO_ON)
  }
  process.on('uncaughtException', giveUp)
  process.on('beforeExit', () => {
    if (!isDone) giveUp('It waits for something, but nothing is left that could bring it about.')
  })
  return () => {
    isDone = true
  }
}
