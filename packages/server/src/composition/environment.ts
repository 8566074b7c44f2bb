/** An invalid setting. The message names the setting and its value, and says what to use instead. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly code = 'config_error'
}

/** The variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Reads a text. An empty variable counts as not set: shells and compose files unset variables this way. */
export const text = (env: Environment, name: string): string | undefined => env[name] || undefined

/** Reads a whole number within bounds, both inclusive. */
export function integer(
  env: Environment,
  name: string,
  fallback: number,
  [min, max]: readonly [number, number],
): number {
  const given = text(env, name)
  if (given === undefined) return fallback
  const value = Number(given)
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigError(`${name} is "${given}". Use a whole number from ${min} to ${max}.`)
  }
  return value
}

/** Reads a whole number within bounds, both inclusive, that has no default. */
export const limit = (
  env: Environment,
  name: string,
  bounds: readonly [number, number],
): number | undefined =>
  text(env, name) === undefined ? undefined : integer(env, name, bounds[0], bounds)

/** A member that is absent if its value is undefined. */
export const optional = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { readonly [name in Name]?: Value }

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' })

/** Reads one of some words. */
export function oneOf<const Value extends string>(
  env: Environment,
  name: string,
  values: readonly Value[],
  fallback: Value,
): Value {
  const given = text(env, name)
  if (given === undefined) return fallback
  const value = values.find((candidate) => candidate === given)
  if (value === undefined) {
    throw new ConfigError(`${name} is "${given}". Use ${alternatives.format(values)}.`)
  }
  return value
}

/** Reads `0` or `1`. Default: `0`. */
export function flag(env: Environment, name: string): boolean {
  return oneOf(env, name, ['0', '1'], '0') === '1'
}

/** Reads a web address, without slashes at its end. */
export function url(env: Environment, name: string): string | undefined {
  const given = text(env, name)
  if (given === undefined) return undefined
  const parsed = URL.canParse(given) ? new URL(given) : undefined
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    throw new ConfigError(`${name} is "${given}". Use an http:// or https:// URL.`)
  }
  return given.replace(/\/+$/, '')
}
