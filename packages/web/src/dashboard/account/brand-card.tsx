import { useEffect, useRef } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { CheckField } from '../ui/check-field.tsx'
import { ColorField } from '../ui/color-field.tsx'
import type { FieldErrors } from '../ui/field-errors.ts'
import formStyles from '../ui/form-page.module.css'
import { TextField } from '../ui/text-field.tsx'
import type { AccountDraft } from './account-draft.ts'
import styles from './account-page.module.css'
import { inkOn } from './ink-on.ts'
import { accountMessages } from './messages.ts'

interface BrandCardProps {
  readonly draft: AccountDraft
  readonly errors: FieldErrors
  readonly onChange: (part: Partial<AccountDraft>) => void
}

/** Edits the brand, beside a preview. */
export function BrandCard({ draft, errors, onChange }: BrandCardProps) {
  const t = useMessages(accountMessages)
  return (
    <Card className={formStyles.card ?? ''}>
      <div className={formStyles.cardHead}>
        <h2>{t.brand}</h2>
        <p>{t.brandLead}</p>
      </div>
      <CheckField isChecked={draft.hasBrand} onChange={(hasBrand) => onChange({ hasBrand })}>
        {t.hasBrand}
      </CheckField>
      {draft.hasBrand && (
        <div className={styles.brand}>
          <div className={styles.fields}>
            <TextField
              label={t.brandName}
              value={draft.brandName}
              isRequired
              maxLength={200}
              error={errors['brand/name']}
              onChange={(brandName) => onChange({ brandName })}
            />
            <ColorField
              label={t.color}
              hint={t.colorHint}
              color={draft.color}
              error={errors['brand/color']}
              onChange={(color) => onChange({ color })}
            />
            <Field label={t.logo} hint={t.logoHint} error={errors['brand/logoUrl']}>
              {(control) => (
                <input
                  {...control}
                  type="url"
                  value={draft.logoUrl}
                  onChange={(event) => onChange({ logoUrl: event.target.value })}
                />
              )}
            </Field>
          </div>
          <Preview {...draft} />
        </div>
      )}
    </Card>
  )
}

const HEX = /^#[0-9a-f]{6}$/i

/** How the brand looks on a public page. */
function Preview({ brandName, color, logoUrl }: AccountDraft) {
  const t = useMessages(accountMessages)
  const image = useRef<HTMLImageElement>(null)
  const isLogo = /^https:\/\/./.test(logoUrl)
  // An address that is still being typed has no image; a hidden one must come back with the next address.
  useEffect(() => {
    if (image.current) image.current.hidden = !isLogo
  }, [isLogo])
  const isColor = HEX.test(color)
  return (
    <div className={styles.preview}>
      <h3>{t.preview}</h3>
      <div className={styles.sample} data-testid="brand-preview">
        {isLogo && (
          <img
            key={logoUrl}
            ref={image}
            src={logoUrl}
            alt=""
            onError={({ currentTarget }) => {
              currentTarget.hidden = true
            }}
          />
        )}
        <strong dir="auto">{brandName}</strong>
        <p>{t.previewText}</p>
        <span
          className={styles.book}
          style={isColor ? { background: color, color: inkOn(color) } : undefined}
        >
          {t.previewButton}
        </span>
      </div>
    </div>
  )
}
