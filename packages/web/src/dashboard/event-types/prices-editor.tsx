import { useRef } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { WEEKDAYS } from '../../shared/time/weekdays.ts'
import { Button } from '../../shared/ui/button.tsx'
import type { Provider } from '../api.ts'
import { WindowsEditor } from '../hours/windows-editor.tsx'
import { ChoiceField } from '../ui/choice-field.tsx'
import { errorOfWhole, type FieldErrors } from '../ui/field-errors.ts'
import { FoldedCard } from '../ui/fold.tsx'
import { nextKey, swapped } from '../ui/keyed.ts'
import { MoneyField } from '../ui/money-field.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { OrderButtons } from '../ui/order-buttons.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { WholeError } from '../ui/whole-error.tsx'
import type { Draft } from './draft.ts'
import styles from './entries.module.css'
import {
  type CandidateRuleDraft,
  MAX_PRICE_RULES,
  NO_CANDIDATE_RULE,
  newPriceRule,
  PRICE_CHANGES,
  type PriceRuleDraft,
  type PricesDraft,
  pricesOf,
  ruledIds,
} from './prices-draft.ts'
import { priceMessages } from './prices-messages.ts'
import { isCandidate } from './requirement-draft.ts'

interface PricesEditorProps {
  readonly draft: Draft
  readonly errors: FieldErrors
  readonly providers: readonly Provider[]
  readonly onChange: (change: Partial<Draft>) => void
}

/** Edits durations and prices of single people, and prices at some times of the week. */
export function PricesEditor({ draft, errors, providers, onChange }: PricesEditorProps) {
  const t = useMessages(priceMessages)
  const { prices, payment, requirements } = draft
  const { candidateRules, priceRules } = pricesOf(prices, payment)
  const count = candidateRules.length + priceRules.length
  const currency = payment.isPaid ? payment.currency : undefined
  const set = (part: Partial<PricesDraft>) => onChange({ prices: { ...prices, ...part } })
  const people = providers.filter(
    (provider) =>
      provider.id in prices.candidates ||
      requirements.some((requirement) => isCandidate(requirement, provider)),
  )
  if (people.length === 0 && currency === undefined) return null
  return (
    <FoldedCard
      title={t.title}
      summary={count === 0 ? t.one : t.rules(count)}
      hasError={['candidateRules', 'priceRules'].some((name) => errors[name] !== undefined)}
    >
      {people.length > 0 && (
        <People
          people={people}
          candidates={prices.candidates}
          currency={currency}
          errors={errors}
          onChange={(candidates) => set({ candidates })}
        />
      )}
      {currency !== undefined && (
        <Times
          times={prices.times}
          currency={currency}
          errors={errors}
          onChange={(times) => set({ times })}
        />
      )}
    </FoldedCard>
  )
}

interface PeopleProps {
  readonly people: readonly Provider[]
  readonly candidates: PricesDraft['candidates']
  /** Undefined: nothing is paid. */
  readonly currency: string | undefined
  readonly errors: FieldErrors
  readonly onChange: (candidates: PricesDraft['candidates']) => void
}

function People({ people, candidates, currency, errors, onChange }: PeopleProps) {
  const t = useMessages(priceMessages)
  const ruled = ruledIds(candidates)
  return (
    <fieldset className={styles.entry}>
      <legend>{t.people}</legend>
      <p className={styles.soft}>{t.peopleLead}</p>
      <WholeError error={errorOfWhole(errors, 'candidateRules')} />
      {people.map(({ id, name }) => {
        const rule = candidates[id] ?? NO_CANDIDATE_RULE
        const change = (part: Partial<CandidateRuleDraft>) =>
          onChange({ ...candidates, [id]: { ...rule, ...part } })
        const errorOf = (field: string) => errors[`candidateRules/${ruled.indexOf(id)}/${field}`]
        return (
          <div key={id} className={styles.row}>
            <NumberField
              label={t.duration(name)}
              min={1}
              max={20_160}
              isRequired={false}
              value={rule.durationMinutes}
              error={errorOf('durationMinutes') ?? errorOf('providerId')}
              onChange={(durationMinutes) => change({ durationMinutes })}
            />
            {currency !== undefined && (
              <MoneyField
                label={t.price(name)}
                amount={rule.amount}
                currency={currency}
                error={errorOf('amount')}
                onChange={(amount) => change({ amount })}
              />
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

interface TimesProps {
  readonly times: readonly PriceRuleDraft[]
  readonly currency: string
  readonly errors: FieldErrors
  readonly onChange: (times: readonly PriceRuleDraft[]) => void
}

function Times({ times, currency, errors, onChange }: TimesProps) {
  const t = useMessages(priceMessages)
  const addButton = useRef<HTMLButtonElement>(null)
  const isFull = times.length >= MAX_PRICE_RULES
  return (
    <fieldset className={styles.entry}>
      <legend>{t.times}</legend>
      <p className={styles.soft}>{t.timesLead}</p>
      <WholeError error={errorOfWhole(errors, 'priceRules')} />
      {times.map((rule, index) => (
        <fieldset key={rule.key} className={styles.entry}>
          <legend className="visually-hidden">{t.rule(index + 1)}</legend>
          <TimeRule
            rule={rule}
            number={index + 1}
            currency={currency}
            errorOf={(field) => errors[`priceRules/${index}/${field}`]}
            onChange={(part) => onChange(times.with(index, { ...rule, ...part }))}
          />
          <OrderButtons
            name={t.rule(index + 1)}
            index={index}
            count={times.length}
            onMove={(to) => onChange(swapped(times, index, to))}
            onRemove={() => {
              onChange(times.toSpliced(index, 1))
              addButton.current?.focus()
            }}
          />
        </fieldset>
      ))}
      <Button
        ref={addButton}
        aria-disabled={isFull}
        onClick={() => !isFull && onChange([...times, newPriceRule(nextKey(times))])}
      >
        {t.add}
      </Button>
    </fieldset>
  )
}

interface TimeRuleProps {
  readonly rule: PriceRuleDraft
  /** Its place in the list, from 1. */
  readonly number: number
  readonly currency: string
  readonly errorOf: (field: string) => string | undefined
  readonly onChange: (part: Partial<PriceRuleDraft>) => void
}

function TimeRule({ rule, number, currency, errorOf, onChange }: TimeRuleProps) {
  const t = useMessages(priceMessages)
  const { format } = useI18n()
  const names = format.weekdays()
  const isPercent = rule.change === 'morePercent' || rule.change === 'lessPercent'
  return (
    <>
      <ChoiceField
        label={t.weekdays}
        hint={t.weekdaysHint}
        isMultiple
        choices={WEEKDAYS.map((value, at) => ({ value, label: names[at]?.short ?? value }))}
        chosen={rule.weekdays}
        error={errorOf('weekdays')}
        onChange={(weekdays) => onChange({ weekdays })}
      />
      <div>
        <p>{t.hours}</p>
        <WindowsEditor
          day={t.hoursOf(number)}
          windows={rule.windows}
          whenEmpty={t.allDay}
          mayEndNextDay
          onChange={(windows) => onChange({ windows })}
        />
        <WholeError error={errorOf('windows')} />
      </div>
      <div className={styles.row}>
        <SelectField
          label={t.change}
          value={rule.change}
          options={PRICE_CHANGES.map((value) => ({ value, label: t.changes[value] }))}
          onChange={(change) => onChange({ change })}
        />
        {isPercent ? (
          <NumberField
            label={t.percent}
            min={1}
            max={rule.change === 'morePercent' ? 1000 : 100}
            value={rule.value}
            error={errorOf('addPercent')}
            onChange={(value) => onChange({ value })}
          />
        ) : (
          <MoneyField
            label={t.amount}
            amount={rule.value}
            currency={currency}
            isRequired
            error={errorOf('amount') ?? errorOf('addAmount')}
            onChange={(value) => onChange({ value })}
          />
        )}
      </div>
    </>
  )
}
