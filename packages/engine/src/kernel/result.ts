/** The outcome of an operation that can fail for an expected reason: a value, or a refusal. */
export type Result<Value, Refusal> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal }

/** Wraps a value as the success of a `Result`. */
export const ok = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({
  ok: true,
  value,
})

/** Wraps a refusal as the failure of a `Result`. */
export const refuse = <const Refusal>(
  refusal: Refusal,
): { readonly ok: false; readonly refusal: Refusal } => ({ ok: false, refusal })
