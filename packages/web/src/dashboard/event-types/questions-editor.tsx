import { useRef, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Field } from '../../shared/ui/field.tsx'
import type { Provider } from '../api.ts'
import { CheckField } from '../ui/check-field.tsx'
import { errorOfWhole, type FieldErrors } from '../ui/field-errors.ts'
import { Fold } from '../ui/fold.tsx'
import form from '../ui/form-page.module.css'
import { nextKey, swapped } from '../ui/keyed.ts'
import { OrderButtons } from '../ui/order-buttons.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { WholeError } from '../ui/whole-error.tsx'
import { AnswerRulesEditor, type AnswerTargets } from './answer-rules-editor.tsx'
import type { Draft } from './draft.ts'
import styles from './entries.module.css'
import { optionMessages } from './option-messages.ts'
import { OptionTextsEditor } from './option-texts-editor.tsx'
import {
  canBeConsent,
  hasOptions,
  MAX_QUESTIONS,
  newQuestion,
  type QuestionDraft,
  type QuestionKind,
  withQuestion,
} from './question-draft.ts'
import { optionEntries } from './question-options.ts'
import { isCandidate } from './requirement-draft.ts'

interface QuestionsEditorProps {
  readonly draft: Draft
  readonly errors: FieldErrors
  /** Undefined: answers cannot change what is booked. */
  readonly providers?: readonly Provider[]
  /** The id of the edited event type. Undefined: it is new. */
  readonly ownId?: string | undefined
  readonly onChange: (change: Partial<Draft>) => void
}

/** The kinds with their labels, in the order of the texts. */
const kindsOf = (labels: Readonly<Record<QuestionKind, string>>) =>
  // The cast: the type has no other names.
  (Object.keys(labels) as QuestionKind[]).map((value) => ({ value, label: labels[value] }))

/** Edits what bookers are asked. */
export function QuestionsEditor(props: QuestionsEditorProps) {
  const { draft, errors, onChange } = props
  const t = useMessages(optionMessages)
  const addButton = useRef<HTMLButtonElement>(null)
  const [added, setAdded] = useState<string>()
  const { questions } = draft
  const isFull = questions.length >= MAX_QUESTIONS
  const set = (next: readonly QuestionDraft[]) => onChange({ questions: next })
  const add = () => {
    if (isFull) return
    const key = nextKey(questions)
    setAdded(key)
    set(withQuestion([...questions, newQuestion(key)], questions.length, {}))
  }
  return (
    <Card className={form.card ?? ''}>
      <h2>{t.questions}</h2>
      <p className={styles.soft}>{t.questionsLead}</p>
      <WholeError error={errorOfWhole(errors, 'questions')} />
      {questions.map((question, index) => (
        <div key={question.key} className={`${styles.entry} ${styles.folded}`}>
          <Fold
            title={t.question(index + 1, question.label)}
            summary={t.questionKinds[question.kind]}
            isOpenAtFirst={question.key === added}
            hasError={errors[`questions/${index}`] !== undefined}
          >
            <QuestionFields
              question={question}
              targets={targetsOf(props)}
              errors={errors}
              path={`questions/${index}`}
              onChange={(part) => set(withQuestion(questions, index, part))}
            />
            <OrderButtons
              name={t.questionNamed(index + 1)}
              index={index}
              count={questions.length}
              onMove={(to) => set(swapped(questions, index, to))}
              onRemove={() => {
                set(questions.toSpliced(index, 1))
                addButton.current?.focus()
              }}
            />
          </Fold>
        </div>
      ))}
      <Button ref={addButton} aria-disabled={isFull} onClick={add}>
        {t.addQuestion}
      </Button>
    </Card>
  )
}

/** What answers can change; undefined if nothing. */
function targetsOf({ draft, providers, ownId }: QuestionsEditorProps): AnswerTargets | undefined {
  const { payment, requirements } = draft
  const candidates = providers?.filter((provider) =>
    requirements.some((requirement) => isCandidate(requirement, provider)),
  )
  return candidates && { paid: payment, candidates, ownId }
}

interface QuestionFieldsProps {
  readonly question: QuestionDraft
  readonly targets: AnswerTargets | undefined
  readonly errors: FieldErrors
  /** The path of the question in `errors`. */
  readonly path: string
  readonly onChange: (part: Partial<QuestionDraft>) => void
}

function QuestionFields(props: QuestionFieldsProps) {
  const { question, errors, path, onChange } = props
  const errorOf = (field: string) => errors[`${path}/${field}`]
  const t = useMessages(optionMessages)
  const { kind } = question
  return (
    <>
      <TextField
        label={t.questionLabel}
        value={question.label}
        isRequired
        maxLength={300}
        error={errorOf('label')}
        onChange={(label) => onChange({ label })}
      />
      <SelectField
        label={t.questionKind}
        value={kind}
        error={errorOf('kind')}
        onChange={(next) => onChange({ kind: next })}
        options={kindsOf(t.questionKinds)}
      />
      {hasOptions(kind) && (
        <Field label={t.options} hint={t.optionsHint} error={errorOf('options')}>
          {(control) => (
            <textarea
              {...control}
              required
              dir="auto"
              value={question.options}
              onChange={(event) => onChange({ options: event.target.value })}
            />
          )}
        </Field>
      )}
      <CheckField
        isChecked={question.isRequired}
        onChange={(isRequired) => onChange({ isRequired })}
      >
        {kind === 'checkbox' ? t.requiredCheckbox : t.required}
      </CheckField>
      <CheckField isChecked={question.isPrivate} onChange={(isPrivate) => onChange({ isPrivate })}>
        {t.isPrivate}
      </CheckField>
      <p className={styles.under}>{t.isPrivateHint}</p>
      {errorOf('private') && <p className={styles.error}>{errorOf('private')}</p>}
      {canBeConsent(question) && (
        <>
          <CheckField
            isChecked={question.isConsent}
            onChange={(isConsent) => onChange({ isConsent })}
          >
            {t.isConsent}
          </CheckField>
          <p className={styles.under}>{t.isConsentHint}</p>
          {errorOf('consent') && <p className={styles.error}>{errorOf('consent')}</p>}
        </>
      )}
      {hasOptions(kind) && <OptionParts {...props} />}
      <Fold title={t.advanced} hasError={errorOf('id') !== undefined}>
        <Field label={t.questionId} hint={t.questionIdHint} error={errorOf('id')}>
          {(control) => (
            <input
              {...control}
              required
              pattern="[a-z0-9_\-]{1,40}"
              autoComplete="off"
              spellCheck={false}
              value={question.id}
              onChange={(event) => onChange({ id: event.target.value, isIdDerived: false })}
            />
          )}
        </Field>
      </Fold>
    </>
  )
}

/** What the options of a question do, and how they are called in other languages. */
const OptionParts = ({ targets, ...props }: QuestionFieldsProps) =>
  optionEntries(props.question).length === 0 ? null : (
    <>
      {targets && <AnswerRulesEditor {...props} targets={targets} />}
      <OptionTextsEditor {...props} />
    </>
  )
