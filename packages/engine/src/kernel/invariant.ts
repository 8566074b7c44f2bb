/** An internal assumption that turned out wrong: a bug in the code, never a user's mistake. */
export class InvariantViolated extends Error {
  override readonly name = 'InvariantViolated'
  readonly code = 'invariant_violated'
}

/** Throws `InvariantViolated` with `message` unless `condition` holds. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantViolated(message)
}
