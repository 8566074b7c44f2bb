/** The zone that the browser is set to. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** Every zone that the browser knows, with those given in any case. */
export function allZones(...more: readonly string[]): readonly string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), ...more])].sort()
}
