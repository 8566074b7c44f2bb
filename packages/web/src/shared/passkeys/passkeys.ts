import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

/** A host without a domain: an IPv4 address as browsers write it, or an IPv6 address. */
const IP_ADDRESS = /^(?:[\d.]+|\[.*\])$/

/** Whether the page is at an IP address. Passkeys belong to a domain, so browsers refuse them there. */
export const isAtIpAddress = (): boolean => IP_ADDRESS.test(location.hostname)

/** Whether this browser can use passkeys here. */
export const hasPasskeys = (): boolean => !isAtIpAddress() && browserSupportsWebAuthn()

/** The person cancelled, or this device has no passkey that fits. */
export class PasskeyCancelled extends Error {
  override readonly name = 'PasskeyCancelled'
}

const cancelled = (cause: unknown): never => {
  throw new PasskeyCancelled('the browser returned no passkey', { cause })
}

// The contract describes the options as an object: WebAuthn (Level 3, §5.1) defines them, and the library of the
// server makes them for the one used here.

/** Asks the person for a passkey. Throws a `PasskeyCancelled`. */
export const askForPasskey = async (options: object) => {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  const credential = await startAuthentication({ optionsJSON }).catch(cancelled)
  return { ...credential, clientExtensionResults: { ...credential.clientExtensionResults } }
}

/** Creates a passkey on this device. Throws a `PasskeyCancelled`. */
export const createPasskey = async (options: object) => {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const credential = await startRegistration({ optionsJSON }).catch(cancelled)
  return { ...credential, clientExtensionResults: { ...credential.clientExtensionResults } }
}
