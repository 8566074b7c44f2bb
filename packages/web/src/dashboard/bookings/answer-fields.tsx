import { useMessages } from '../../shared/i18n.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { CheckField } from '../ui/check-field.tsx'
import { ChoiceField } from '../ui/choice-field.tsx'
import type { FieldErrors } from '../ui/field-errors.ts'
import type { AnswerDraft, AnswerDrafts, Question } from './field-draft.ts'
import { fieldMessages } from './field-messages.ts'

interface AnswerFieldsProps {
  readonly questions: readonly Question[]
  readonly answers: AnswerDrafts
  /** Whether required questions may stay empty. */
  readonly isOptional?: boolean
  readonly errors: FieldErrors
  /** What an option adds to the booking, shown beside it. */
  readonly addedBy?: (question: Question, option: string) => string
  readonly onChange: (answers: AnswerDrafts) => void
}

/** Edits the answers to the questions of an event type. */
export const AnswerFields = (props: AnswerFieldsProps) => {
  const { questions, answers, isOptional = false, errors, addedBy, onChange } = props
  return questions.map((question) => (
    <AnswerField
      key={question.id}
      question={question}
      answer={answers[question.id] ?? ''}
      isRequired={question.required && !isOptional}
      error={errors[`answers/${question.id}`]}
      textOf={(option) => {
        const added = addedBy?.(question, option)
        return added ? `${option} (${added})` : option
      }}
      onChange={(answer) => onChange({ ...answers, [question.id]: answer })}
    />
  ))
}

interface AnswerFieldProps {
  readonly question: Question
  readonly answer: AnswerDraft
  readonly isRequired: boolean
  readonly error: string | undefined
  /** What is shown for an option. */
  readonly textOf: (option: string) => string
  readonly onChange: (answer: AnswerDraft) => void
}

const INPUT_TYPES: Partial<Record<Question['kind'], string>> = {
  email: 'email',
  phone: 'tel',
  number: 'number',
  date: 'date',
  url: 'url',
}

function AnswerField(props: AnswerFieldProps) {
  const { question, answer, isRequired, error, textOf, onChange } = props
  const t = useMessages(fieldMessages)
  const { kind, options } = question
  const label = isRequired ? question.label : t.optional(question.label)
  if (kind === 'checkbox') {
    return (
      <CheckField isChecked={answer === true} onChange={onChange}>
        <span dir="auto">{label}</span>
      </CheckField>
    )
  }
  if (kind === 'multi_select') {
    return (
      <ChoiceField
        label={label}
        isMultiple
        error={error}
        choices={(options ?? []).map((value) => ({ value, label: textOf(value) }))}
        chosen={Array.isArray(answer) ? answer : []}
        onChange={onChange}
      />
    )
  }
  const value = typeof answer === 'string' ? answer : ''
  return (
    <Field label={label} error={error}>
      {(control) => {
        const common = { ...control, required: isRequired, value }
        if (kind === 'select') {
          return (
            <select {...common} onChange={(event) => onChange(event.target.value)}>
              <option value="">{t.choose}</option>
              {options?.map((option) => (
                <option key={option} value={option}>
                  {textOf(option)}
                </option>
              ))}
            </select>
          )
        }
        return kind === 'long_text' ? (
          <textarea {...common} dir="auto" onChange={(event) => onChange(event.target.value)} />
        ) : (
          <input
            {...common}
            type={INPUT_TYPES[kind] ?? 'text'}
            step={kind === 'number' ? 'any' : undefined}
            dir="auto"
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }}
    </Field>
  )
}
