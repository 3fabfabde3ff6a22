import { otherAreas, testEveryFilter } from "../../../test/every-filter.tsx";

testEveryFilter(otherAreas);
