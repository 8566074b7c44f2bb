import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Thrown for a name or address that requests must not reach. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
  readonly code = 'address_refused'
}

/** Looks public, but is the platform of Azure, inside each of its virtual machines (wireserver, DNS, health). */
const PLATFORM_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16'])

/**
 * Whether an IP address is public, that is, global unicast. Not public are loopback, private, link-local
 * (cloud metadata), shared, reserved and multicast addresses, and IPv6 forms that embed an IPv4 address. An
 * IPv4-mapped address counts as its IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast' || PLATFORM_ADDRESSES.has(parsed.toString())) return false
  // All global IPv6 addresses are in 2000::/3. Others may embed IPv4 addresses (::7f00:1).
  return !('parts' in parsed) || ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000
}

/** Resolves a name like `node:dns`. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Creates the lookup function of connections. It resolves a name and refuses unless every address is
 * allowed. The connection goes to a checked address, so DNS rebinding has no effect.
 */
export const createPublicLookup =
  (resolve: Resolve = lookup, isAllowed = isPublicAddress): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const refused = addresses.find(({ address }) => !isAllowed(address))
      if (refused || addresses.length === 0) {
        return callback(new AddressRefused(`${hostname} is not at a public address`), [])
      }
      if (options.all) return callback(null, addresses)
      const [first] = addresses
      return callback(null, first?.address ?? '', first?.family)
    })
  }
