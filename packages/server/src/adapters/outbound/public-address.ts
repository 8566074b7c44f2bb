import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A name or address that no request may go to. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
  readonly code = 'address_refused'
}

/**
 * Says whether an IP address is public. Only plain unicast is: not loopback, private, link-local
 * (cloud metadata), shared, reserved, multicast, nor any IPv6 form that embeds an IPv4 address
 * (mapped ones are looked at as the IPv4 address that they are).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  // All global IPv6 lies in 2000::/3 so far; beside it are IPv4 in disguise (::7f00:1) and nothing.
  return !('parts' in parsed) || ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000
}

/** Finds the addresses of a name, as `node:dns` does. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Makes the look-up of connections: it resolves a name for one connection, and refuses unless every
 * address is allowed. The connection is made to the very address that was checked, so a name that
 * resolves to something else a moment later gains nothing.
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
