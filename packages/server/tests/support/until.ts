import { waitUntil } from '../../src/adapters/dynamodb-local/wait-until.ts'

/** Polls until a condition holds. Throws with `what`, the condition in words, after `timeoutMilliseconds`. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMilliseconds = 30_000,
): Promise<void> {
  if (await waitUntil(condition, timeoutMilliseconds)) return
  throw new Error(`Timed out waiting until ${what}.`)
}
