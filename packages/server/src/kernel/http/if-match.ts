import { type Checked, failed, invalidInput, passed } from './problem.ts'

/** A version that no resource has, because versions start at 1. */
const NO_VERSION = 0

const STRONG_TAG = /^"([\x21\x23-\x7e]*)"$/
const WEAK_TAG = /^W\/"[\x21\x23-\x7e]*"$/
const VERSION = /^[1-9]\d{0,14}$/

/**
 * Reads `If-Match` (RFC 9110 §13.1.1): the version that the caller expects. Undefined accepts any version
 * (no header, or `*`). Weak tags never match, and neither do tags that are not versions: both become a
 * version that no resource has.
 */
export function readIfMatch(header: string | null): Checked<number | undefined> {
  if (header === null || header.trim() === '*') return passed(undefined)
  const tag = header.trim()
  // A bare version is not a valid entity tag, but its meaning is clear.
  const strong = STRONG_TAG.exec(tag)?.[1] ?? VERSION.exec(tag)?.[0]
  if (strong !== undefined) return passed(VERSION.test(strong) ? Number(strong) : NO_VERSION)
  if (WEAK_TAG.test(tag)) return passed(NO_VERSION)
  return failed(
    invalidInput(
      '/header/If-Match',
      `must be one quoted version, such as "3", or *; got ${JSON.stringify(header)}`,
    ),
  )
}
