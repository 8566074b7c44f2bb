import { useMessages } from '../../shared/i18n.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { limitMessages } from './limit-messages.ts'
import type { LimitsDraft } from './limits-draft.ts'

interface LimitFieldsProps<Name extends string> {
  readonly names: readonly Name[]
  readonly limits: LimitsDraft<Name>
  readonly errorOf: (name: Name) => string | undefined
  readonly hintOf?: (name: Name) => string | undefined
  readonly onChange: (limits: LimitsDraft<Name>) => void
}

type Label = keyof typeof limitMessages.en.names

/** Limits that may be 0: nobody with a single no-show. Default: 1. */
const MIN: { readonly [Name in Label]?: number } = { maxNoShows: 0, maxNoShowsUnpaid: 0 }

/** The fields of limits: empty means no limit. */
export function LimitFields<Name extends Label>(props: LimitFieldsProps<Name>) {
  const { names, limits, errorOf, hintOf, onChange } = props
  const t = useMessages(limitMessages)
  return names.map((name) => (
    <Field key={name} label={t.names[name]} hint={hintOf?.(name)} error={errorOf(name)}>
      {(control) => (
        <input
          {...control}
          type="number"
          min={MIN[name] ?? 1}
          inputMode="numeric"
          value={limits[name]}
          onChange={({ target }) => onChange({ ...limits, [name]: target.value })}
        />
      )}
    </Field>
  ))
}
