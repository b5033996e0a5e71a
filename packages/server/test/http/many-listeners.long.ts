import { testManyListeners } from '@canonist/test-support/many-listeners.ts'

testManyListeners({ clients: 1000, seconds: 60 })
