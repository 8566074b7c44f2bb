import { ID_PREFIXES } from '@holdfast/engine'
import { monotonicFactory } from 'ulid'
import type { IdSource } from '../../application/dependencies.ts'

/**
 * Makes ids whose order is the order in which this process made them; between processes it is that
 * of their clocks, to the millisecond.
 */
export function createIdSource(): IdSource {
  const nextUlid = monotonicFactory()
  return {
    next: (kind, nowEpochMilliseconds) =>
      `${ID_PREFIXES[kind]}_${nextUlid(nowEpochMilliseconds).toLowerCase()}`,
  }
}
