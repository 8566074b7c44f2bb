import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../shared/i18n.tsx'
import type { EventType, Provider } from '../api.ts'
import { allEventTypesQuery } from '../queries.ts'
import { errorOfWhole, type FieldErrors } from '../ui/field-errors.ts'
import { Fold } from '../ui/fold.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { WholeError } from '../ui/whole-error.tsx'
import { useNames } from '../use-names.ts'
import { answerMessages } from './answer-messages.ts'
import styles from './entries.module.css'
import type { QuestionDraft } from './question-draft.ts'
import {
  type OptionDraft,
  optionEntries,
  type Paid,
  ruledCount,
  withOption,
} from './question-options.ts'

/** What an answer can lead to, and what its price is added to. */
export interface AnswerTargets {
  readonly paid: Paid
  /** Who can take part in a booking. */
  readonly candidates: readonly Provider[]
  /** The id of the edited event type, to which no answer leads. Undefined: it is new. */
  readonly ownId: string | undefined
}

interface AnswerRulesEditorProps {
  readonly question: QuestionDraft
  readonly targets: AnswerTargets
  readonly errors: FieldErrors
  /** The path of the question in `errors`. */
  readonly path: string
  readonly onChange: (part: Partial<QuestionDraft>) => void
}

/** A step of a path to an error. */
const stepOf = (option: string): string => option.replaceAll('~', '~0').replaceAll('/', '~1')

/** Edits what the options of a question do to a booking. */
export function AnswerRulesEditor(props: AnswerRulesEditorProps) {
  const { question, targets, errors, path, onChange } = props
  const t = useMessages(answerMessages)
  const count = ruledCount(question, question.kind, targets.paid)
  const own = `${path}/optionRules`
  return (
    <Fold
      title={t.rules}
      summary={count === 0 ? t.noRules : t.rulesOf(count)}
      hasError={errors[own] !== undefined}
    >
      <p className={styles.soft}>{t.rulesLead}</p>
      <WholeError error={errorOfWhole(errors, own)} />
      {optionEntries(question).map(({ option, index, draft }) => (
        <fieldset key={index} className={styles.entry}>
          <legend dir="auto">{option}</legend>
          <OptionRuleFields
            draft={draft}
            targets={targets}
            maySwitch={question.kind === 'select'}
            errorOf={(field) => errors[`${own}/${stepOf(option)}/${field}`]}
            onChange={(part) => onChange({ optionDrafts: withOption(question, index, part) })}
          />
        </fieldset>
      ))}
    </Fold>
  )
}

interface OptionRuleFieldsProps {
  readonly draft: OptionDraft
  readonly targets: AnswerTargets
  /** Whether the option may lead elsewhere. */
  readonly maySwitch: boolean
  readonly errorOf: (field: string) => string | undefined
  readonly onChange: (part: Partial<OptionDraft>) => void
}

function OptionRuleFields(props: OptionRuleFieldsProps) {
  const { draft, targets, maySwitch, errorOf, onChange } = props
  const { paid } = targets
  const t = useMessages(answerMessages)
  return (
    <>
      <div className={styles.row}>
        <NumberField
          label={t.addMinutes}
          max={1439}
          isRequired={false}
          value={draft.addMinutes}
          error={errorOf('addMinutes')}
          onChange={(addMinutes) => onChange({ addMinutes })}
        />
        {paid.isPaid && (
          <MoneyField
            label={t.addAmount}
            amount={draft.addAmount}
            currency={paid.currency}
            error={errorOf('addAmount')}
            onChange={(addAmount) => onChange({ addAmount })}
          />
        )}
      </div>
      {maySwitch && (
        <LeadField
          targets={targets}
          leadsTo={draft.leadsTo}
          error={errorOf('leadsTo')}
          onChange={(leadsTo) => onChange({ leadsTo })}
        />
      )}
    </>
  )
}

interface LeadFieldProps {
  readonly targets: AnswerTargets
  readonly leadsTo: string
  readonly error: string | undefined
  readonly onChange: (leadsTo: string) => void
}

function LeadField({ targets, leadsTo, error, onChange }: LeadFieldProps) {
  const { candidates, ownId } = targets
  const t = useMessages(answerMessages)
  const names = useNames()
  const { data: eventTypes = [] } = useQuery(allEventTypesQuery)
  const nameOf = ({ title, providerId }: EventType) =>
    [title, names.provider(providerId)?.name].filter(Boolean).join(' · ')
  const known = [
    ...candidates.map(({ id, name }) => ({ value: id, label: t.leadsToPerson(name) })),
    ...eventTypes
      .filter(({ id, status }) => id !== ownId && (status === 'active' || id === leadsTo))
      .map((each) => ({ value: each.id, label: t.leadsToEventType(nameOf(each)) })),
  ]
  const isKnown = leadsTo === '' || known.some(({ value }) => value === leadsTo)
  return (
    <SelectField
      label={t.leadsTo}
      value={leadsTo}
      error={error}
      options={[
        { value: '', label: t.leadsNowhere },
        ...(isKnown ? [] : [{ value: leadsTo, label: t.leadsToUnknown }]),
        ...known,
      ]}
      onChange={onChange}
    />
  )
}
