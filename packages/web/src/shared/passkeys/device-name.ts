/** Devices, by what their browsers call themselves. An iPhone also says Mac, and Android also says Linux. */
const DEVICES: readonly (readonly [userAgent: RegExp, name: string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux'],
]

/** A name for a passkey of the device with this user agent: `iPhone`, `Windows`. Default: `Passkey`. */
export const deviceNameOf = (userAgent: string): string =>
  DEVICES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Passkey'
