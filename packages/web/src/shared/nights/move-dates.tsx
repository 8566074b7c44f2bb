import { useState } from 'react'
import { ApiError } from '../api/api.ts'
import { useI18n, useMessages } from '../i18n.tsx'
import styles from '../managed/managed.module.css'
import { formatMoney } from '../money.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { Loaded } from '../use-loaded.ts'
import { nightsMessages } from './messages.ts'
import { NightPicker, type PickableNights } from './night-picker.tsx'
import type { DateSelection } from './stay-rules.ts'

/** The nights `[arrival, departure)` that a stay moves to. */
export interface ChosenDates {
  readonly arrival: string
  readonly departure: string
}

interface MoveDatesProps {
  readonly loaded: Loaded<unknown>
  readonly onReload: () => void
  /** The nights to choose from; undefined while they load. */
  readonly stays: PickableNights | undefined
  readonly today: string
  /** The present arrival of the stay. */
  readonly arrivesOn: string | undefined
  /** `expectedAmount`: the new price that was shown, in minor units; absent as long as none was. */
  readonly move: (dates: ChosenDates, expectedAmount?: number) => Promise<void>
  /** The problem codes that mean that the stay has changed meanwhile. */
  readonly changedCodes: ReadonlySet<string | undefined>
  readonly onChanged: () => void
  readonly onBack: () => void
}

/** The problem codes that mean that the chosen nights cannot be had. */
const REFUSED: ReadonlySet<string | undefined> = new Set(['night_taken', 'stay_not_bookable'])

/** The price that a stay has at other dates, if that is why it was not moved. */
const newPriceOf = (error: unknown) =>
  error instanceof ApiError && error.code === 'price_changed' ? error.problem?.price : undefined

const codeOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.code : undefined

/** Chooses other nights for a stay, and moves it there. Nights that are refused load again. */
export function MoveDates(props: MoveDatesProps) {
  const { loaded, onReload, stays, today, move, changedCodes, onChanged, onBack } = props
  const { format, language } = useI18n()
  const t = useMessages(nightsMessages)
  const [selection, setSelection] = useState<DateSelection>({})
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const { arrival, departure } = selection
  const isRefused = REFUSED.has(codeOf(error))
  const newPrice = newPriceOf(error)
  const isUnexpected = error !== undefined && !isRefused && newPrice === undefined

  const choose = (dates: DateSelection) => {
    setSelection(dates)
    if (newPrice) setError(undefined)
  }
  const send = async (dates: ChosenDates) => {
    setIsBusy(true)
    setError(undefined)
    try {
      await move(dates, newPrice?.amount)
    } catch (failure) {
      if (changedCodes.has(codeOf(failure))) return onChanged()
      setError(failure)
      if (REFUSED.has(codeOf(failure))) {
        setSelection({})
        onReload()
      }
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      {isRefused && (
        <Notice tone="warn" title={t.notFreeTitle} isUrgent={true}>
          <p>{t.notFree}</p>
        </Notice>
      )}
      {isUnexpected && <FailureNotice error={error} />}
      {loaded.state === 'failed' && <FailureNotice error={loaded.error} onRetry={onReload} />}
      {loaded.state === 'loading' && <Skeleton width="100%" height="24rem" />}
      {stays && (
        <NightPicker
          stays={stays}
          today={today}
          selection={selection}
          opensAt={props.arrivesOn}
          onChoose={choose}
        />
      )}
      {newPrice && (
        <Notice
          tone="warn"
          title={t.newTotal(formatMoney(newPrice.amount, newPrice.currency, language))}
          isUrgent={true}
        >
          <p>{t.newTotalNote}</p>
        </Notice>
      )}
      <div className={styles.actions}>
        {arrival !== undefined && departure !== undefined && (
          <Button kind="primary" isBusy={isBusy} onClick={() => void send({ arrival, departure })}>
            {t.moveYes(format.shortDay(arrival), format.shortDay(departure))}
          </Button>
        )}
        <Button onClick={onBack}>{t.keepDates}</Button>
      </div>
    </>
  )
}
