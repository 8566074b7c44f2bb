import type { CredentialSource } from './credentials.ts'

/**
 * Provides the credentials that Lambda sets in a function's environment. They are valid for the life of
 * the instance, so they need no renewal, and the SDK's provider chain is not needed.
 */
export function lambdaCredentials(
  env: Readonly<Record<string, string | undefined>>,
): CredentialSource {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = env
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
    throw new Error('AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is not set. Lambda sets both.')
  }
  const credentials = {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
  }
  const answer = Promise.resolve(credentials)
  return () => answer
}
