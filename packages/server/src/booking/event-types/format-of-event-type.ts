import { hasOwnTime } from '@holdfast/engine'
import { formatWrite } from '../../kernel/format.ts'
import type { Store, Write } from '../../kernel/ports/store.ts'
import { asksFirst } from '../questions/deciding-answers.ts'
import type { EventType } from './event-type.ts'

/**
 * The write that raises the format of the store with the first event type that has rules for prices, durations or kinds of
 * customers, or whose requirements have times of their own, or that limits what one person may ever book, or opens its dates
 * at a time of day, or keeps freed time or candidates, or whose answers decide or are consents, or whose bookings may last for days, or
 * that asks for a security deposit. A
 * server of version 2 would sell for the price without the rules, claim the whole time of everybody, let everybody book, and too early,
 * lose the texts that bookers agreed to and what is reserved on their cards, and not find a booking that began days ahead of a block. Undefined, and no read, for any other event type.
 */
export const formatOfEventType = async (
  store: Pick<Store, 'get'>,
  {
    candidateRules = [],
    priceRules = [],
    access = [],
    requirements = [],
    limits,
    release,
    freed,
    keptBack,
    questions,
    hoursApplyTo,
    securityDeposit,
  }: Pick<
    EventType,
    | 'candidateRules'
    | 'priceRules'
    | 'access'
    | 'requirements'
    | 'limits'
    | 'release'
    | 'freed'
    | 'keptBack'
    | 'questions'
    | 'hoursApplyTo'
    | 'securityDeposit'
  >,
): Promise<Write | undefined> =>
  candidateRules.length + priceRules.length + access.length === 0 &&
  limits?.perBookerEver === undefined &&
  release === undefined &&
  freed === undefined &&
  keptBack === undefined &&
  hoursApplyTo === undefined &&
  securityDeposit === undefined &&
  !asksFirst(questions) &&
  !questions?.some(({ isConsent }) => isConsent) &&
  !requirements.some(hasOwnTime)
    ? undefined
    : formatWrite(store)
