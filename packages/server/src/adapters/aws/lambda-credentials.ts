import type { CredentialSource } from './credentials.ts'

/**
 * The credentials that Lambda gives a function in its environment. They last as long as its instance
 * does, so nothing has to renew them, and the provider chain of the SDK need not be loaded.
 */
export function lambdaCredentials(
  env: Readonly<Record<string, string | undefined>>,
): CredentialSource {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = env
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
    throw new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set, as Lambda sets them')
  }
  const credentials = {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
  }
  const answer = Promise.resolve(credentials)
  return () => answer
}
