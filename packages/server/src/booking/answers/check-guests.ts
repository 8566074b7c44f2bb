import { type Guest, ok, type Result, refuse } from '@holdfast/engine'
import type { InputError, Refusal } from '../../kernel/refusals.ts'

/** The most guests of a booking. */
export const GUESTS_MAX = 20

/** A guest as input. */
export interface GuestInput {
  readonly name?: string | undefined
  /** In lower case. */
  readonly email: string
}

/**
 * Checks the guests of a booking: at most 20, each address once, and none that of the booker. Answers their stored
 * form; undefined if there are none.
 */
export function checkGuests(
  inputs: readonly GuestInput[],
  bookerEmail: string | undefined,
): Result<readonly Guest[] | undefined, Refusal> {
  const errors: InputError[] = []
  if (inputs.length > GUESTS_MAX) {
    const message = `are ${inputs.length}; at most ${GUESTS_MAX} are possible`
    errors.push({ pointer: '/guests', message })
  }
  const seen = new Set<string>()
  inputs.forEach(({ email }, index) => {
    const pointer = `/guests/${index}/email`
    if (email === bookerEmail) {
      errors.push({ pointer, message: `"${email}" is the booker. Leave them out of the guests.` })
    } else if (seen.has(email)) {
      errors.push({ pointer, message: `"${email}" is another guest already. Send each once.` })
    }
    seen.add(email)
  })
  if (errors.length > 0) return refuse({ code: 'validation_failed', errors })
  if (inputs.length === 0) return ok(undefined)
  return ok(inputs.map(({ name, email }) => ({ ...(name !== undefined && { name }), email })))
}
