import { useId } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Choices } from '../../shared/ui/choices.tsx'
import { Field, type FieldControl } from '../../shared/ui/field.tsx'
import { answerField } from './check-extras.ts'
import styles from './extra-fields.module.css'
import type { FormAnswer, Question } from './extras.ts'
import { extrasMessages } from './messages.ts'

interface QuestionFieldProps {
  readonly question: Question
  readonly answer: FormAnswer
  readonly error: string | undefined
  /** What an option adds to the booking, shown beside it. */
  readonly addedBy?: (option: string) => string
  readonly onChange: (answer: FormAnswer) => void
}

/** The field for one question, in the kind of control that its answer needs. */
export function QuestionField({ question, answer, error, addedBy, onChange }: QuestionFieldProps) {
  const t = useMessages(extrasMessages)
  const { language } = useI18n()
  const { id, kind, options } = question
  const label = question.required ? question.label : t.optional(question.label)
  const name = answerField(id)
  const texts = question.optionTexts?.[language]
  const choices = (options ?? []).map((option, index) => ({
    value: option,
    label: texts?.[index] ?? option,
    price: addedBy?.(option) || undefined,
  }))
  if (kind === 'checkbox') {
    return <CheckField {...{ label, name, error, onChange }} isTicked={answer === true} />
  }
  if (kind === 'multi_select') {
    return (
      <Choices
        label={label}
        name={name}
        error={error}
        isMultiple={true}
        choices={choices}
        chosen={Array.isArray(answer) ? answer : []}
        onChange={onChange}
      />
    )
  }
  const value = typeof answer === 'string' ? answer : ''
  return (
    <Field label={label} hint={question.hint ?? undefined} error={error}>
      {(control) =>
        kind === 'select' ? (
          <select
            {...control}
            name={name}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          >
            <option value="">{t.choose}</option>
            {choices.map(({ value: option, label: text, price }) => (
              <option key={option} value={option}>
                {price ? `${text} (${price})` : text}
              </option>
            ))}
          </select>
        ) : (
          <TextControl {...{ control, name, kind, value, onChange }} />
        )
      }
    </Field>
  )
}

interface TextControlProps {
  readonly control: FieldControl
  readonly name: string
  readonly kind: Question['kind']
  readonly value: string
  readonly onChange: (answer: string) => void
}

/** The type of the input of a kind, and the direction in which its values are written. */
const INPUTS: Partial<Record<Question['kind'], { readonly type: string; readonly dir?: 'ltr' }>> = {
  email: { type: 'email', dir: 'ltr' },
  phone: { type: 'tel', dir: 'ltr' },
  number: { type: 'number' },
  date: { type: 'date' },
  url: { type: 'url', dir: 'ltr' },
}

function TextControl({ control, name, kind, value, onChange }: TextControlProps) {
  const shared = {
    ...control,
    name,
    maxLength: 2000,
    value,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange(target.value),
  }
  if (kind === 'long_text') return <textarea {...shared} dir="auto" rows={4} />
  const { type, dir = 'auto' } = INPUTS[kind] ?? { type: 'text' }
  return <input {...shared} type={type} dir={dir} step={type === 'number' ? 'any' : undefined} />
}

interface CheckFieldProps {
  readonly label: string
  readonly name: string
  readonly error: string | undefined
  readonly isTicked: boolean
  readonly onChange: (isTicked: boolean) => void
}

function CheckField({ label, name, error, isTicked, onChange }: CheckFieldProps) {
  const id = useId()
  return (
    <div>
      <label className={styles.check}>
        <input
          type="checkbox"
          name={name}
          checked={isTicked}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : id}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span dir="auto">{label}</span>
      </label>
      {error !== undefined && (
        <p id={id} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
