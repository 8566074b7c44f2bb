import fc from 'fast-check'

// With random examples a mutant would be killed in one run and survive the next.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1 })
