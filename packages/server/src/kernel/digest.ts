import { createHash } from 'node:crypto'

/** The SHA-256 of a text in UTF-8 (FIPS 180-4), in base64url without padding: 43 characters. */
export const sha256Text = (text: string): string =>
  createHash('sha256').update(text).digest('base64url')
