import type { SmsSuppression } from '../../delivery/ports/sms-sender.ts'

/** The receiver answered STOP. */
const OPTED_OUT = 21610
/** No valid number, no number that can receive SMS, an unknown one, a landline. */
const UNREACHABLE: ReadonlySet<number> = new Set([21211, 21214, 21217, 21614, 30005, 30006])

/** Whether the code of a gateway says that no SMS will ever reach the number. */
export function suppressionOf(code: number | undefined): { readonly suppresses?: SmsSuppression } {
  if (code === OPTED_OUT) return { suppresses: 'optedOut' }
  return code !== undefined && UNREACHABLE.has(code) ? { suppresses: 'unreachable' } : {}
}
