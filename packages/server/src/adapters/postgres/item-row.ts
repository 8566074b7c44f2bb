import type { Item } from '../../kernel/ports/store.ts'
import { decodeItem } from '../rows/row-codec.ts'
import type { Row } from './batch.ts'

/** Decodes a row of `COLUMNS` (reads.ts), of which the first four are never null. */
export const itemOf = ([, pk, sk, body, ...indexKeys]: Row): Item =>
  decodeItem(pk as string, sk as string, body as string, indexKeys)
