import { BarChart, LineChart, MapChart } from "echarts/charts";
import { GeoComponent, GridComponent, TooltipComponent, VisualMapComponent } from "echarts/components";
import { init, registerMap, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";

// Only what is drawn somewhere: everything else of the library stays out of the bundle.
use([BarChart, LineChart, MapChart, GeoComponent, GridComponent, TooltipComponent, VisualMapComponent, SVGRenderer]);

export { init, registerMap };
