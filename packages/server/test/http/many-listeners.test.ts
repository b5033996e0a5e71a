import { testManyListeners } from '@canonist/test-support/many-listeners.ts'

testManyListeners({ clients: 50, seconds: 3 })
