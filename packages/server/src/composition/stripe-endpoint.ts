import { isLoopbackName } from '../kernel/http/loopback.ts'
import { ConfigError, type Environment, url } from './environment.ts'

/** Reads where Stripe is, for tests. Only on this machine, so that the keys of accounts and their money cannot be sent elsewhere. */
export function stripeEndpoint(env: Environment): string | undefined {
  const given = url(env, 'HOLDFAST_STRIPE_ENDPOINT')
  if (given === undefined || isLoopbackName(new URL(given).hostname)) return given
  throw new ConfigError(
    `HOLDFAST_STRIPE_ENDPOINT is "${given}". It is for tests: use an address of this machine, such as http://127.0.0.1:12111.`,
  )
}
