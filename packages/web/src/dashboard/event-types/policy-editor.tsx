import { useMessages } from '../../shared/i18n.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { CheckField } from '../ui/check-field.tsx'
import type { FieldErrors } from '../ui/field-errors.ts'
import { FoldedCard } from '../ui/fold.tsx'
import { LeadTimeField } from '../ui/lead-time-field.tsx'
import type { Draft } from './draft.ts'
import styles from './entries.module.css'
import { optionMessages } from './option-messages.ts'
import type { BookerPolicyDraft } from './options-draft.ts'

interface PolicyEditorProps {
  readonly draft: Draft
  readonly errors: FieldErrors
  readonly onChange: (change: Partial<Draft>) => void
}

const isLimited = (policy: BookerPolicyDraft): boolean =>
  [policy.cancelUntil.count, policy.rescheduleUntil.count, policy.maxReschedules].some(
    (count) => count.trim() !== '',
  )

/** Edits until when and how often bookers may change their bookings. */
export function PolicyEditor({ draft, errors, onChange }: PolicyEditorProps) {
  const t = useMessages(optionMessages)
  const { policy } = draft
  const set = (part: Partial<BookerPolicyDraft>) => onChange({ policy: { ...policy, ...part } })
  return (
    <FoldedCard
      title={t.policy}
      summary={isLimited(policy) ? t.hasLimits : t.noLimits}
      hasError={errors.policy !== undefined}
    >
      <p className={styles.soft}>{t.policyLead}</p>
      <LeadTimeField
        label={t.cancelUntil}
        hint={t.untilStart}
        time={policy.cancelUntil}
        error={errors['policy/cancelUntilMinutes']}
        onChange={(cancelUntil) => set({ cancelUntil })}
      />
      <LeadTimeField
        label={t.rescheduleUntil}
        hint={t.untilStart}
        time={policy.rescheduleUntil}
        error={errors['policy/rescheduleUntilMinutes']}
        onChange={(rescheduleUntil) => set({ rescheduleUntil })}
      />
      <Field
        label={t.maxReschedules}
        hint={t.maxReschedulesHint}
        error={errors['policy/maxReschedules']}
      >
        {(control) => (
          <input
            {...control}
            type="number"
            min="0"
            max="100"
            inputMode="numeric"
            value={policy.maxReschedules}
            onChange={(event) => set({ maxReschedules: event.target.value })}
          />
        )}
      </Field>
      {draft.confirmation === 'approval' && (
        <CheckField
          isChecked={policy.reapproveOnReschedule}
          onChange={(reapproveOnReschedule) => set({ reapproveOnReschedule })}
        >
          {t.reapprove}
        </CheckField>
      )}
    </FoldedCard>
  )
}
