/** Stored members as input: null and undefined both mean that an optional member is absent. */
export type InputOf<Stored> = {
  readonly [Name in keyof Stored]: Record<never, never> extends Pick<Stored, Name>
    ? Stored[Name] | null | undefined
    : Stored[Name]
}

/** A change of what was made from an input: any of its members. */
export type ChangeOf<Input> = { readonly [Name in keyof Input]?: Input[Name] | undefined }

/** The members of an input that are neither null nor undefined. */
export const given = <Input extends object>(input: Input) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value != null)) as {
    [Name in keyof Input]: NonNullable<Input[Name]>
  }

/** The members of an input that are not undefined. */
export const withoutUndefined = <Input extends object>(input: Input) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Input]: Exclude<Input[Name], undefined>
  }
