import { refuse } from '@holdfast/engine'
import type { IdempotencyRecord } from './idempotency.ts'

/** One invalid value of an input: a JSON pointer into the body or a parameter name, and the reason. */
export interface InputError {
  readonly pointer: string
  readonly message: string
}

/** A step of a JSON pointer. */
export const pointerStep = (step: PropertyKey): string =>
  String(step).replaceAll('~', '~0').replaceAll('/', '~1')

/** What is in the way of a block on one date of one provider. */
export interface DateConflict {
  readonly date: string
  readonly providerId: string
  readonly bookingIds: readonly string[]
  readonly blockIds: readonly string[]
}

/** The refusals of the kernel itself. */
export type KernelRefusal =
  | { readonly code: 'validation_failed'; readonly errors: readonly InputError[] }
  | { readonly code: 'unauthenticated' }
  /** The caller may not do this; the reason is a sentence. */
  | { readonly code: 'forbidden'; readonly reason: string }
  /** The account answers no calls. */
  | { readonly code: 'account_suspended' }
  | { readonly code: 'not_found'; readonly resource: string; readonly id: string }
  | { readonly code: 'version_mismatch'; readonly expected: number; readonly actual: number }
  | {
      readonly code: 'proof_of_work_required'
      readonly reason: 'missing' | 'invalid' | 'expired' | 'used'
    }
  | { readonly code: 'rate_limited'; readonly reason: string; readonly retryAfterSeconds: number }
  /** The idempotency key was used before; its record decides between replay and reuse. */
  | { readonly code: 'idempotency_key_seen'; readonly record: IdempotencyRecord }

/**
 * The refusals of the contexts. Each adds its own in its `refusals.ts` (declaration merging), so that a use case of any
 * context can pass on those of the contexts that it calls.
 */
export interface RefusalsOfContexts {
  readonly kernel: KernelRefusal
}

/** Every refusal that a caller can cause; one table maps them to HTTP (`composition/http/problems.ts`). */
export type Refusal = RefusalsOfContexts[keyof RefusalsOfContexts]

/** The refusal for a resource that does not exist in this account. */
export const notFound = (resource: string, id: string) =>
  refuse({ code: 'not_found', resource, id })

/** The refusal for one invalid input field. */
export const invalid = (pointer: string, message: string) =>
  refuse({ code: 'validation_failed', errors: [{ pointer, message }] })
