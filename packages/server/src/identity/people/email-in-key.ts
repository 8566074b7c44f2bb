import type { ItemKey } from '../../kernel/ports/store.ts'

/** The address of a person in the key of one of its items, `PERSON#<email>`. It can contain the separator. */
export const emailInKey = ({ PK }: ItemKey): string => PK.slice(PK.indexOf('#') + 1)
