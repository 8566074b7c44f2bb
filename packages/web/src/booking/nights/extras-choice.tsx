import { useId, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { formatMoney } from '../../shared/money.ts'
import styles from '../../shared/nights/quote.module.css'
import { quoteMessages } from '../../shared/nights/quote-messages.ts'
import type { PlanQuote, StayWishes } from '../../shared/nights/stay-slot.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Choices } from '../../shared/ui/choices.tsx'
import { Field } from '../../shared/ui/field.tsx'

interface ExtrasChoiceProps {
  readonly plan: PlanQuote
  readonly wishes: StayWishes
  /** Whether the code in `wishes` cannot be used with the plan. */
  readonly isCodeWrong: boolean
  readonly onChange: (wishes: StayWishes) => void
}

/** Chooses extras of a rate plan, and takes a code for a discount. Shows nothing that the plan does not have. */
export function ExtrasChoice({ plan, wishes, isCodeWrong, onChange }: ExtrasChoiceProps) {
  const t = useMessages(quoteMessages)
  const { language } = useI18n()
  const name = useId()
  return (
    <>
      {plan.extras.length > 0 && (
        <Choices
          label={t.extras}
          name={name}
          isMultiple={true}
          choices={plan.extras.map((extra) => ({
            value: extra.id,
            label: extra.name,
            detail: t.per[extra.per](formatMoney(extra.amount, plan.currency, language)),
          }))}
          chosen={wishes.extras}
          onChange={(extras) => onChange({ ...wishes, extras })}
        />
      )}
      {plan.hasCodes && (
        <CodeField
          code={wishes.code}
          isWrong={isCodeWrong}
          onChange={(code) => onChange({ extras: wishes.extras, ...(code !== '' && { code }) })}
        />
      )}
    </>
  )
}

interface CodeFieldProps {
  readonly code: string | undefined
  readonly isWrong: boolean
  /** Called with the code that counts from now on; empty: none. */
  readonly onChange: (code: string) => void
}

function CodeField({ code = '', isWrong, onChange }: CodeFieldProps) {
  const t = useMessages(quoteMessages)
  const [typed, setTyped] = useState(code)
  return (
    <form
      className={styles.code}
      onSubmit={(event) => {
        event.preventDefault()
        onChange(typed.trim())
      }}
    >
      <Field label={t.codeLabel} error={isWrong ? t.codeWrong : undefined}>
        {(control) => (
          <input
            {...control}
            value={typed}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <Button type="submit">{t.applyCode}</Button>
    </form>
  )
}
