/** A shape without its undefined members. */
export const withoutUndefined = <Shape extends object>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Shape]: Exclude<Shape[Name], undefined>
  }
