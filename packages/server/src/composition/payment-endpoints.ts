import { KEYED_VENDOR_KINDS } from '@holdfast/contracts'
import { isLoopbackName } from '../kernel/http/loopback.ts'
import { ConfigError, type Environment, url } from './environment.ts'

/** The origins of servers that stand in for payment vendors, by kind. */
export type PaymentEndpoints = Readonly<Record<string, string>>

const settingOf = (kind: string): string => `HOLDFAST_${kind.toUpperCase()}_ENDPOINT`

/** The settings that name such servers, one for each vendor. */
export const PAYMENT_ENDPOINT_SETTINGS: readonly string[] = KEYED_VENDOR_KINDS.map(settingOf)

/** Reads where payment vendors are, for tests. Only on this machine, so that the keys of accounts and their money cannot be sent elsewhere. */
export function paymentEndpoints(env: Environment): PaymentEndpoints {
  const given: Record<string, string> = {}
  for (const kind of KEYED_VENDOR_KINDS) {
    const endpoint = url(env, settingOf(kind))
    if (endpoint === undefined) continue
    if (!isLoopbackName(new URL(endpoint).hostname)) {
      throw new ConfigError(
        `${settingOf(kind)} is "${endpoint}". It is for tests: use an address of this machine, such as http://127.0.0.1:12111.`,
      )
    }
    given[kind] = endpoint
  }
  return given
}
