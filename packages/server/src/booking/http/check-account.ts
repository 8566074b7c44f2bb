import { ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'

/** Refuses a booker who sends a field of the account. */
export function checkAccount(
  { role }: Pick<Caller, 'role'>,
  fields: Readonly<Record<string, number | boolean | string | undefined>>,
): Result<undefined, Refusal> {
  if (role === 'account') return ok(undefined)
  const [name] =
    Object.entries(fields).find(([, value]) => value !== undefined && value !== false) ?? []
  return name === undefined ? ok(undefined) : invalid(`/${name}`, `\`${name}\` needs an API key.`)
}
