import type { AwsCredentials } from './sigv4.ts'

/** Where credentials come from; asked before each request, so it has to cache and renew. */
export type CredentialSource = () => Promise<AwsCredentials>

/** Always the same credentials, as for a local engine, which does not check them. */
export const fixedCredentials = (credentials: AwsCredentials): CredentialSource => {
  const answer = Promise.resolve(credentials)
  return () => answer
}

/**
 * The credentials of the surroundings: environment, shared files, SSO, container, instance. It is
 * the AWS SDK's provider chain, which caches them and renews them before they expire; it is loaded
 * when first asked, since a local engine needs none of it.
 */
export function credentialsOfSurroundings(): CredentialSource {
  let source: Promise<CredentialSource> | undefined
  return async () => {
    source ??= import('@aws-sdk/credential-provider-node').then((module) =>
      module.defaultProvider(),
    )
    return await (await source)()
  }
}
