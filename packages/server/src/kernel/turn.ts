/**
 * Resolves in the next turn of the event loop, once what is ready has been handled. Between two long parts of a computation it lets
 * other requests be answered.
 */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Joins a text from its parts, each computed in a turn of its own. */
export async function joinInTurns(parts: Iterable<string>): Promise<string> {
  const texts: string[] = []
  for (const part of parts) {
    texts.push(part)
    await nextTurn()
  }
  return texts.join('')
}
