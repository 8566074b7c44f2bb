import { type Checked, failed, invalidInput, passed } from './problem.ts'

/** No resource ever has it: versions start at 1. */
const NO_VERSION = 0

const STRONG_TAG = /^"([\x21\x23-\x7e]*)"$/
const WEAK_TAG = /^W\/"[\x21\x23-\x7e]*"$/
const VERSION = /^[1-9]\d{0,14}$/

/**
 * Reads `If-Match` (RFC 9110 §13.1.1): the version that the caller believes the resource to have;
 * undefined where any will do (no header, or `*`). A tag that no version has, and a weak one, which
 * never matches, come out as a version that no resource has.
 */
export function readIfMatch(header: string | null): Checked<number | undefined> {
  if (header === null || header.trim() === '*') return passed(undefined)
  const tag = header.trim()
  // A bare version is no entity tag, but there is no doubt about what it means.
  const strong = STRONG_TAG.exec(tag)?.[1] ?? VERSION.exec(tag)?.[0]
  if (strong !== undefined) return passed(VERSION.test(strong) ? Number(strong) : NO_VERSION)
  if (WEAK_TAG.test(tag)) return passed(NO_VERSION)
  return failed(
    invalidInput(
      '/header/If-Match',
      `If-Match must be one quoted version, such as "3", or *; got ${JSON.stringify(header)}`,
    ),
  )
}
