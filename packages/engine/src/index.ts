export { ID_PREFIXES, type IdKind, isId } from './kernel/ids.ts'
export { InvariantViolated, invariant } from './kernel/invariant.ts'
export { ok, type Result, refuse } from './kernel/result.ts'
