import type { AwsCredentials } from './sigv4.ts'

/** Provides credentials. It is called before each request, so it must cache and renew them. */
export type CredentialSource = () => Promise<AwsCredentials>

/** Provides fixed credentials, for example for a local engine, which does not check them. */
export const fixedCredentials = (credentials: AwsCredentials): CredentialSource => {
  const answer = Promise.resolve(credentials)
  return () => answer
}

/**
 * Provides the default credentials: environment, shared files, SSO, container or instance. Uses the AWS
 * SDK's provider chain, which caches and renews them. It is imported on first use, since a local engine
 * does not need it.
 */
export function defaultCredentials(): CredentialSource {
  let source: Promise<CredentialSource> | undefined
  return async () => {
    source ??= import('@aws-sdk/credential-provider-node').then((module) =>
      module.defaultProvider(),
    )
    return await (await source)()
  }
}
