import { BarChart, LineChart, MapChart } from "echarts/charts";
import { GeoComponent, GridComponent, TooltipComponent, VisualMapComponent } from "echarts/components";
import { init, registerMap, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";

// Only used parts of the library, to keep the bundle small.
use([BarChart, LineChart, MapChart, GeoComponent, GridComponent, TooltipComponent, VisualMapComponent, SVGRenderer]);

export { init, registerMap };
